import type { Metadata } from "next";
import { DocsHead } from "@/components/docs/docs-nav";
import { Command } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";

export const metadata: Metadata = { title: "Run it yourself" };

export default function RunPage() {
  return (
    <>
      <DocsHead current="/docs/run" title="Run it yourself">
        <p>
          Node 20 and Docker are enough for the sample set. The golden and candidates sets need Unity’s editor
          images and a licence file as well; the command line tells what is missing with{" "}
          <code>npx swe-game-bench doctor</code>.
        </p>
      </DocsHead>
      <Steps
        id="site"
        title="The whole site"
        text="One command builds everything, starts the site and a worker, and evaluates the bundled predictions."
        commands={["npm install", "npm start"]}
      />
      <Steps
        id="instance"
        title="What an agent may know of an instance"
        text="The base commit without later history, and the issue text. The hidden tests stay unknown to the agent."
        commands={[
          "npx swe-game-bench list --set sample",
          "npx swe-game-bench workspace --instance-id sample-packrat-1 --out packrat",
        ]}
      />
      <Steps
        id="patch"
        title="One patch"
        text="The exit code is 0 for a pass and 1 for a fail; results, log and a summary are written below runs/."
        commands={["npx swe-game-bench evaluate --instance-id sample-packrat-1 --patch-file candidate.patch"]}
      />
      <Steps
        id="file"
        title="A predictions file"
        text="Ten rows an instance. A command that was stopped goes on when it is given again."
        commands={["npx swe-game-bench evaluate-predictions --predictions all_preds.jsonl --set sample"]}
      />
      <Steps
        id="gate"
        title="The gate of an instance"
        text="Shows that the hidden tests fail on the base commit and pass with the real fix; only then an instance counts."
        commands={["npx swe-game-bench validate --instance-id sample-packrat-1"]}
      />
      <Steps
        id="report"
        title="Reports"
        text="The same numbers as the pages, to the last digit: runs/leaderboard.json and .csv, and one report a configuration."
        commands={["npx swe-game-bench report --set sample"]}
      />
    </>
  );
}

type StepsProps = { id: string; title: string; text: string; commands: readonly string[] };

function Steps({ id, title, text, commands }: StepsProps) {
  return (
    <Section id={id} title={title}>
      <div className="max-w-prose space-y-3">
        <p className="text-muted">{text}</p>
        {commands.map((command) => (
          <Command key={command}>{command}</Command>
        ))}
      </div>
    </Section>
  );
}
