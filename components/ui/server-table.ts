import {
  columnOrderingFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSortingFeature,
} from "@tanstack/table-core";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";

/**
 * What tables are made of here. The server makes a table for one answer and writes it as HTML: the sorting, and
 * where columns can be chosen these and their order, come from the address, and nothing of it is sent as a
 * program. Rows are sorted and cut before they come here.
 */
export const SERVER_TABLE = { coreReactivityFeature: storeReactivityBindings(), rowSortingFeature };

/** With a choice of columns, and with pages. */
export const CHOSEN_COLUMNS = {
  ...SERVER_TABLE,
  columnVisibilityFeature,
  columnOrderingFeature,
  rowPaginationFeature,
};

/** The arrow beside the head of the column that rows are sorted by. */
export const SORT_ARROWS = { asc: " ↑", desc: " ↓" } as const;
export const SORT_WORDS = { asc: "ascending", desc: "descending" } as const;
