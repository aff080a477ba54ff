/** The line below a node's name on the canvas: "directMessage", "send" → "Direct Message: Send". */
export const subtitle =
	'={{ [$parameter["resource"], $parameter["operation"]].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ") }}';
