import { ActionForm, type FormAction } from "@/components/form/action-form";
import { day, moment } from "@/components/ui/format";

export type ShownKey = {
  id: string;
  name: string;
  prefix: string;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
};

/** Keys with what tells them apart; those that work can be revoked. */
export function KeyList({
  keys,
  now,
  revoke,
}: {
  keys: readonly ShownKey[];
  now: number;
  revoke: FormAction;
}) {
  if (keys.length === 0) return <p className="text-muted">No key yet.</p>;
  return (
    <ul className="border-t border-line">
      {keys.map((key) => (
        <li key={key.id} className="flex items-start justify-between gap-4 border-b border-line py-2">
          <div className="min-w-0 text-small">
            <p className="wrap-anywhere">
              <strong className="font-medium">{key.name}</strong> <code>{key.prefix}…</code>
            </p>
            <p className="text-muted">
              {keyState(key, now)}. Made {day(key.createdAt)},{" "}
              {key.lastUsedAt === null ? "never used" : `last used ${moment(key.lastUsedAt)}`}.
            </p>
          </div>
          {works(key, now) && <RevokeForm action={revoke} keyId={key.id} name={key.name} />}
        </li>
      ))}
    </ul>
  );
}

function RevokeForm({ action, keyId, name }: { action: FormAction; keyId: string; name: string }) {
  return (
    <ActionForm action={action} label={`Revoke ${name}`} submit="Revoke" submitDetail={name} quiet>
      <input type="hidden" name="keyId" value={keyId} />
    </ActionForm>
  );
}

function works(key: ShownKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

/** "Works until 2027-02-28", "Expired 2026-11-29", "Revoked 2026-11-30". */
export function keyState(key: ShownKey, now: number): string {
  if (key.revokedAt !== null) return `Revoked ${day(key.revokedAt)}`;
  if (key.expiresAt === null) return "Works until it is revoked";
  return key.expiresAt > now ? `Works until ${day(key.expiresAt)}` : `Expired ${day(key.expiresAt)}`;
}
