// A small agent with a model: asks a chat-completions endpoint for a patch and hands on what it says.
import { readFileSync, writeFileSync } from "node:fs";

const [issueFile, patchFile, model, temperature] = process.argv.slice(2);
const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
  method: "POST",
  headers: { "content-type": "application/json", authorization: `Bearer ${OPENAI_API_KEY}` },
  body: JSON.stringify({
    model,
    temperature: Number(temperature),
    messages: [
      { role: "system", content: "Answer with a unified diff in a fenced block." },
      { role: "user", content: readFileSync(issueFile, "utf8") },
    ],
  }),
});
const answer = await response.json();
console.error(`POST ${response.url} ${response.status} with key ${OPENAI_API_KEY}`);
if (!response.ok) process.exit(1);
const content = answer.choices[0].message.content;
const diff = /```diff\n([\s\S]*?)```/.exec(content);
if (diff) writeFileSync(patchFile, diff[1]);
