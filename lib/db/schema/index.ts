export * from "./core";
export * from "./machinery";
