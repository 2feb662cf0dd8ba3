"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";

const THEMES = [
  { value: "system", label: "Theme of the system", Icon: Monitor },
  { value: "light", label: "Light theme", Icon: Sun },
  { value: "dark", label: "Dark theme", Icon: Moon },
] as const;

const never = () => () => {};

/** System, light or dark. Which one is set is known in the browser alone, so none is marked before. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <fieldset className="needs-script flex max-sm:ml-auto">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          onClick={() => setTheme(value)}
          aria-pressed={inBrowser && theme === value}
          title={label}
          className="inline-flex size-7 items-center justify-center text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink"
        >
          <Icon size={16} aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </button>
      ))}
    </fieldset>
  );
}
