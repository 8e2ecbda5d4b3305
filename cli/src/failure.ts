// A failure that the user can correct. It is printed as one sentence without a stack trace, and the
// command ends with exit code 1.

export class Failure extends Error {}
