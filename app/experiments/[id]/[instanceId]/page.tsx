import { redirect } from "next/navigation";
import { experimentHref } from "@/lib/domain/links";

/** An instance inside an experiment is a row of its grid. */
export default async function ExperimentInstancePage({
  params,
}: {
  params: Promise<{ id: string; instanceId: string }>;
}) {
  const { id, instanceId } = await params;
  redirect(`${experimentHref(decodeURIComponent(id))}#row-${instanceId}`);
}
