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
      <KeyList keys={keys} now={now} revoke={revokeKeyAction} />
      <div className="mt-6 max-w-[26rem]">
        <KeyForm action={createKeyAction} />
      </div>
    </Section>
  );
}
