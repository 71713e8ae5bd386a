#include "base/text.h"
#include "catch.hpp"
#include "render/environment.h"

namespace {

using namespace ff;

const MachineName box1("box1");
const MachineName box2("box2");

domain::Cluster cluster() {
  domain::Cluster cluster;
  cluster.machines = {{box1, "box1", "10.77.0.11", "10.78.0.11"}, {box2, "box2", "10.77.0.12", "10.78.0.12"}};
  cluster.overrides[{ProfileName("p"), box1}] = {0.74, std::nullopt};
  return cluster;
}

domain::Profile profile(int boxes_per_instance) {
  domain::Profile profile;
  profile.name = ProfileName("p");
  profile.boxes = {box1, box2};
  profile.boxes_per_instance = boxes_per_instance;
  profile.model = {"registry/vllm:1", "/models/qwen", "qwen"};
  profile.leader_unit = UnitName("leader.service");
  profile.worker_unit = UnitName("worker.service");
  profile.port = 8001;
  profile.master_port = 29501;
  profile.settings.gpu_memory_utilization = 0.78;
  profile.settings.max_num_seqs = 12;
  profile.settings.max_model_len = 262144;
  return profile;
}

std::string environment(const domain::Profile& profile, const MachineName& box, int rank) {
  const auto instances = domain::instances_of(cluster(), profile);
  const auto& instance = instances.front().spans(box) ? instances.front() : instances.back();
  return render::unit_environment(cluster(), profile, box, rank, instance);
}

}  // namespace

TEST_CASE("environment: the file lies where the unit reads it") {
  CHECK(render::environment_path(UnitName("ff-replica.service")) == "/etc/ff/env/ff-replica.env");
}

TEST_CASE("environment: a copy, with its box's override") {
  const std::string text = environment(profile(1), box1, 0);
  CHECK(text.substr(text.find('\n') + 1) ==
        "FF_EXTRA_ARGS=\n"
        "FF_GPU_MEMORY_UTILIZATION=0.74\n"
        "FF_HOST=10.77.0.11\n"
        "FF_IMAGE=registry/vllm:1\n"
        "FF_MAX_MODEL_LEN=262144\n"
        "FF_MAX_NUM_SEQS=12\n"
        "FF_MODEL=/models/qwen\n"
        "FF_PORT=8001\n"
        "FF_SERVED_MODEL_NAME=qwen\n"
        "FF_SHUTDOWN_TIMEOUT=30\n");
  CHECK(environment(profile(1), box2, 0).find("FF_GPU_MEMORY_UTILIZATION=0.78\n") != std::string::npos);
}

TEST_CASE("environment: every rank meets on the leader's fabric address") {
  const std::string text = environment(profile(2), box2, 1);
  for (const char* line : {"FF_HOST=10.77.0.12", "FF_MASTER_ADDR=10.78.0.11", "FF_MASTER_PORT=29501",
                           "FF_NNODES=2", "FF_NODE_RANK=1", "FF_TENSOR_PARALLEL_SIZE=2"}) {
    CHECK(text.find(std::string("\n") + line + "\n") != std::string::npos);
  }
}

TEST_CASE("environment: words keep their blanks and quotes through both readings of systemd") {
  domain::Profile odd = profile(1);
  odd.model.served_name = "a b";
  odd.settings.extra_args = {
      "--speculative-config", R"({"method":"mtp","n":3})", "it's", "back\\slash", "$HOME", ""};
  const std::string text = environment(odd, box1, 0);
  CHECK(text.find("FF_SERVED_MODEL_NAME=\"a b\"\n") != std::string::npos);
  // In the value: --speculative-config "{\"method\":\"mtp\",\"n\":3}" "it's" "back\\slash" "$HOME" ""
  CHECK(text.find(R"(FF_EXTRA_ARGS="--speculative-config \"{\\\"method\\\":\\\"mtp\\\",\\\"n\\\":3}\" )"
                  R"(\"it's\" \"back\\\\slash\" \"\$HOME\" \"\"")"
                  "\n") != std::string::npos);
}
