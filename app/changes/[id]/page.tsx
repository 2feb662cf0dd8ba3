import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ChangeEntry } from "@/components/changes/change-entry";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { readChange } from "@/lib/services/read/changes";

type Props = { params: Promise<{ id: string }> };

/** Read once for the title and the page. */
const load = cache((id: string) => (/^[1-9]\d{0,8}$/.test(id) ? readChange(Number(id)) : null));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: load((await params).id)?.title ?? "No such correction" };
}

/** The permanent address of one correction. */
export default async function ChangePage({ params }: Props) {
  const entry = load((await params).id) ?? notFound();
  return (
    <>
      <Breadcrumbs crumbs={[{ label: "Corrections", href: "/changes" }, { label: `entry ${entry.id}` }]} />
      <div className="mt-4">
        <ChangeEntry entry={entry} heading="h1" />
      </div>
    </>
  );
}
