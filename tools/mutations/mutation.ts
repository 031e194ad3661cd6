/** One way to break a promise on purpose, as a careless change would. */
export interface Mutation {
  /** What was done, in a few words: `npm run mutations -- NAME`. */
  name: string;
  /** Promise of docs/interface.md or ARCHITECTURE.md that it breaks. */
  promise: string;
  file: string;
  /** Text that occurs in the file exactly once. */
  find: string;
  replace: string;
  /** Test files of `npm test`, of which one must fail. */
  caughtBy: string[];
}
