import { ProfileForm } from "@/components/account/profile-form";
import { Facts } from "@/components/ui/facts";
import { day } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import type { Viewer } from "@/lib/auth/viewer";
import { renameAction } from "../actions";

export function ProfileSection({ viewer, createdAt }: { viewer: Viewer; createdAt: number }) {
  return (
    <Section id="profile" title="Profile">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Facts
          facts={[
            { term: "User name", value: viewer.username ?? "none" },
            { term: "E-mail address", value: viewer.email },
            { term: "Role", value: viewer.role },
            { term: "Account since", value: day(createdAt) },
          ]}
        />
        <div className="max-w-[26rem]">
          <ProfileForm action={renameAction} name={viewer.name} />
        </div>
      </div>
    </Section>
  );
}
