/** States and transitions of an aggregate: the single source for SQL, schemas and tests. */
export interface Machine<State extends string> {
  readonly states: readonly State[];
  readonly open: readonly State[];
  readonly terminal: readonly State[];
  readonly moves: Readonly<Record<State, readonly State[]>>;
  /** Predecessors of `to`, for the condition of an UPDATE. */
  before(to: State): State[];
  canMove(from: State, to: State): boolean;
  isTerminal(state: State): boolean;
}

/**
 * Declares a state machine by the successors of each state. The state names come from the public contract: code with a
 * missing or an extra state does not compile.
 */
export function machine<State extends string>(moves: Record<State, readonly State[]>): Machine<State> {
  const states = Object.keys(moves) as State[];
  const isTerminal = (state: State) => moves[state].length === 0;
  const canMove = (from: State, to: State) => moves[from].includes(to);
  return {
    states,
    open: states.filter((state) => !isTerminal(state)),
    terminal: states.filter(isTerminal),
    moves,
    before: (to) => states.filter((from) => canMove(from, to)),
    canMove,
    isTerminal,
  };
}

export function isOneOf<State extends string>(group: readonly State[], state: string): state is State {
  return (group as readonly string[]).includes(state);
}
