// Serves a folder of files, with their .gz beside them: node scripts/bench/static-server.mjs FOLDER PORT
import { createServer } from "node:http";
import sirv from "sirv";

const [folder, port] = process.argv.slice(2);
createServer(sirv(folder, { gzip: true })).listen(Number(port), "127.0.0.1");
