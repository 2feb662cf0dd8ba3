import { KeyForm } from "@/components/account/key-form";
import { KeyList, type ShownKey } from "@/components/account/key-list";
import { Section } from "@/components/ui/section";
import { createKeyAction, revokeKeyAction } from "../actions";

export function KeysSection({ keys, now }: { keys: readonly ShownKey[]; now: number }) {
  return (
    <Section
      id="keys"
      title="API keys"
      note="For the command line and for scripts. A key does what its owner may do: keep it as secret as a password."
    >
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <KeyList keys={keys} now={now} revoke={revokeKeyAction} />
        <div className="max-w-[26rem]">
          <KeyForm action={createKeyAction} />
        </div>
      </div>
    </Section>
  );
}
