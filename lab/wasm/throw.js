
// Added by blastyard. A function of Go cannot throw: what it returns as an Error, this makes it throw.
globalThis.blastyardThrow = (f) => (...args) => {
	const result = f(...args);
	if (result instanceof Error) {
		throw result;
	}
	return result;
};
