export { logText, visibleText } from "@/lib/domain/visible-text";
