// Clients with the official OpenAI library, its retries as they are by default: some that ask and ask again, and
// some that read streams. At the end, which a signal brings, one JSON object: of each kind how many requests
// there were, which of them failed after how many tries, which streams were cut, and the longest time without
// an answer. "ready" on standard error says that each client has had its first answer; told to end, each of them
// asks once more.
//   node clients.mjs FOLDER URL CHATS STREAMS     FOLDER has node_modules; so many of each kind at once
const [folder, url, chats, streams] = process.argv.slice(2);
const { default: OpenAI } = await import(`${folder}/node_modules/openai/index.mjs`);

const kinds = {};
const total = Number(chats) + Number(streams);
let answered = 0;
let ending = false;
process.on("SIGINT", () => (ending = true));
process.on("SIGTERM", () => (ending = true));

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// The library's own fetch, counted: how often it tried, and what the last answer was.
function client(seen) {
  const counted = async (address, options) => {
    seen.tries += 1;
    seen.status = 0;
    const answer = await fetch(address, options);
    seen.status = answer.status;
    return answer;
  };
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", fetch: counted });
}

const question = { model: "nemotron", messages: [{ role: "user", content: "Say what runs." }] };

async function chat(openai, headers) {
  const answer = await openai.chat.completions.create({ ...question, max_tokens: 4 }, { headers });
  if (!answer.choices[0].message.content) throw new Error("no text");
}

async function stream(openai, headers, seen) {
  const parts = await openai.chat.completions.create({ ...question, max_tokens: 40, stream: true }, { headers });
  seen.began = true;
  let reason = null;
  for await (const part of parts) reason = part.choices[0]?.finish_reason ?? reason;
  if (!reason) throw new Error("no finish_reason");
}

async function worker(name, number, ask) {
  const kind = (kinds[name] ??= { requests: 0, retried: 0, cut: 0, failures: [], longest_gap_ms: 0, last: Date.now() });
  const seen = {};
  const openai = client(seen);
  let last = false;
  let first = true;
  for (let count = 0; !last; count += 1) {
    const started = Date.now();
    last = ending;
    Object.assign(seen, { tries: 0, status: 0, began: false });
    kind.requests += 1;
    try {
      await ask(openai, { "X-Request-Id": `openai-${process.pid}-${name}-${number}-${count}` }, seen);
      kind.longest_gap_ms = Math.max(kind.longest_gap_ms, Date.now() - kind.last);
      kind.last = Date.now();
      if (first && (answered += 1) === total) console.error("ready");
      first = false;
      if (seen.tries > 1) kind.retried += 1;
    } catch (error) {
      if (seen.began) kind.cut += 1;
      kind.failures.push({ status: seen.status, tries: seen.tries, lasted_ms: Date.now() - started, began: seen.began, what: String(error) });
    }
    await pause(20);
  }
}

const all = [];
for (let i = 0; i < Number(chats); i += 1) all.push(worker("chat", i, chat));
for (let i = 0; i < Number(streams); i += 1) all.push(worker("stream", i, stream));
await Promise.all(all);
console.log(JSON.stringify(kinds));
