
// Added by blastyard: what Go cannot do itself.

// A function of Go cannot throw: what it returns as an Error, this makes it throw.
globalThis.blastyardThrow = (f) => (...args) => {
	const result = f(...args);
	if (result instanceof Error) {
		throw result;
	}
	return result;
};

// The function that begins a match. Go knows matches by number, until nobody here knows them any more.
globalThis.blastyardMatch = (begin, ask) => {
	const forgotten = new FinalizationRegistry((number) => ask(number, "forget"));
	return (order, ports, replay, say) => {
		let settle;
		const done = new Promise((...functions) => { settle = functions; });
		done.catch(() => {}); // who waits for it hears of it
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

// Hears a program, which may send anything: hear(kind, turn, text), the text cut behind most.
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
