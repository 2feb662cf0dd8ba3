export * from "./accounts";
export * from "./core";
export * from "./machinery";
export * from "./portal";
