
// Added by blastyard: what Go cannot do by itself.

// A Go function cannot throw. This wraps one so that an Error that it returns is thrown.
globalThis.blastyardThrow = (f) => (...args) => {
	const result = f(...args);
	if (result instanceof Error) {
		throw result;
	}
	return result;
};

// Makes the function that begins a match. Go refers to matches by number, until JavaScript has no reference to them any
// more.
globalThis.blastyardMatch = (begin, ask) => {
	const forgotten = new FinalizationRegistry((number) => ask(number, "forget"));
	return (order, ports, replay, say) => {
		let settle;
		const done = new Promise((...functions) => { settle = functions; });
		done.catch(() => {}); // callers that wait for done get the error
		const number = begin(order, ports ?? {}, replay ?? null, say ?? null, ...settle);
		const match = {
			done,
			stop: () => ask(number, "stop"),
			look: () => ask(number, "look"),
			play: (turn, wishes) => ask(number, "play", turn, wishes),
			quit: () => ask(number, "quit"),
		};
		forgotten.register(match, number);
		return match;
	};
};

// Listens to a program, which may send anything: calls hear(kind, turn, text), with the text cut off after most
// characters.
globalThis.blastyardListen = (port, hear, most) => {
	const pass = (kind, turn, text) => hear(kind, turn, text.slice(0, most + 1));
	port.onmessage = ({ data }) => {
		if (typeof data !== "object" || data === null) {
			return;
		}
		const { turn, actions, output, error, gone } = data;
		if (typeof actions === "string" && Number.isSafeInteger(turn)) {
			pass(0, turn, actions);
		} else if (typeof output === "string") {
			pass(error === true ? 2 : 1, 0, output);
		} else if (typeof gone === "string") {
			pass(3, 0, gone);
		}
	};
};
