/** Something that whoever asked for a measurement can mend. */
export class BenchError extends Error {}
