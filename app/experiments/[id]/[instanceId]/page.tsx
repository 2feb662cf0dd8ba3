import { redirect } from "next/navigation";
import { decoded } from "@/app/params";
import { experimentHref } from "@/lib/domain/links";

/** An instance inside an experiment is a row of its grid. */
export default async function ExperimentInstancePage({
  params,
}: {
  params: Promise<{ id: string; instanceId: string }>;
}) {
  const { id, instanceId } = await params;
  redirect(`${experimentHref(decoded(id))}#row-${instanceId}`);
}
