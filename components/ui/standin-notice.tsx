import { Notice } from "./notice";

/** Stands above every number of the sample set; in full where sets are compared. */
export function StandinNotice({ full = false }: { full?: boolean }) {
  return (
    <Notice title="Stand-in editor, sample numbers.">
      {full &&
        "These projects are small, made for this benchmark, and run by a program that speaks the Unity editor’s command line without being Unity. "}
      Nothing here can be compared with the golden or the candidates set.
    </Notice>
  );
}
