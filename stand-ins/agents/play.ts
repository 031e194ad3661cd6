import type { SampleWeb } from '../web/web';
import { EARLY_STOPS, type Faults, type EarlyEnd, type Habits } from './faults';
import { Dice } from './sample-topic';
import { foundBy, listCents, triedBy } from './wire';
import { briefOf, openSubmissions, type Beat, type SessionRecord, type World } from './world';

/** Receives every new event, by session and index. */
type Listener = (session: SessionRecord, index: number) => void;

/** Status, event kind and stop reason that the control surface forces on a session. */
interface Forced {
  status?: SessionRecord['status'];
  event?: Beat['kind'];
  stop?: string;
}

const RESEARCH_STEPS = 5;

const isAcceptance = ({ kind, bad }: Beat) => kind === 'user.custom_tool_result' && !bad;

/** Advances sessions, with one timer per running session. */
export class Play {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private finished: string[] = [];

  constructor(
    private readonly world: World,
    private readonly faults: Faults,
    private readonly conduct: { pace: { stepMs: number }; habits: Habits },
    private readonly keepFinished: number,
    private readonly web: SampleWeb,
    private readonly listener: Listener,
  ) {}

  begin(session: SessionRecord): void {
    this.emit(session, { kind: 'user.message' });
    this.emit(session, { kind: 'session.status_running' });
    this.schedule(session);
  }

  resume(): void {
    for (const session of this.world.sessions.values()) {
      if (session.phase === 'done') this.finished.push(session.id);
      else if (session.status === 'running' && !session.hung) this.schedule(session);
    }
  }

  /** Answers the submission at event index `place`. Resumes the session once no submission is open. */
  answer(session: SessionRecord, place: number, text: string, isError: boolean): void {
    this.emit(session, { kind: 'user.custom_tool_result', of: place, note: text, bad: isError });
    const [next] = openSubmissions(session);
    if (next !== undefined)
      return this.emit(session, { kind: 'session.status_idle', note: 'requires_action', of: next });
    session.status = 'running';
    session.phase = session.beats.some(isAcceptance) ? 'closing' : 'correcting';
    this.emit(session, { kind: 'session.status_running' });
    this.schedule(session);
  }

  /** Interrupts the agent's turn, immediately or after its current tool call. */
  interrupt(session: SessionRecord): void {
    this.emit(session, { kind: 'user.interrupt' });
    const { interruptMs } = this.conduct.habits;
    if (interruptMs > 0 && session.status === 'running') {
      session.stopsAt ??= Date.now() + interruptMs;
      // A hung session has no timer, so it needs one to stop.
      if (!this.timers.has(session.id)) this.schedule(session);
      return;
    }
    this.cancel(session);
    if (session.phase !== 'done') this.finish(session, 'end_turn');
  }

  /** Starts a new turn. A paused session continues its work. An ended session only reports its usage and ends again. */
  message(session: SessionRecord, text: string): void {
    this.emit(session, { kind: 'user.message', note: text });
    if (session.status !== 'idle' || session.phase === 'awaiting') return;
    if (session.phase === 'done') session.phase = 'closing';
    this.run(session);
  }

  raised(session: SessionRecord): void {
    this.emit(session, { kind: 'session.updated' });
    if (session.status === 'idle' && (session.phase === 'researching' || session.phase === 'correcting')) {
      this.run(session);
    }
  }

  /** Forces a session into a provider state, by status or by event. */
  force(session: SessionRecord, { status, event, stop }: Forced): SessionRecord {
    this.cancel(session);
    Object.assign(session, { status: status ?? 'idle', phase: 'done' });
    if (!status || event || stop) {
      this.emit(session, { kind: event ?? 'session.status_idle', ...(stop !== undefined && { note: stop }) });
    }
    return session;
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private run(session: SessionRecord): void {
    session.status = 'running';
    this.emit(session, { kind: 'session.status_running' });
    this.schedule(session);
  }

  private schedule(session: SessionRecord): void {
    const since = Date.now();
    const timer = setTimeout(() => {
      this.timers.delete(session.id);
      session.activeMs += Date.now() - since;
      this.step(session);
    }, this.conduct.pace.stepMs);
    this.timers.set(session.id, timer);
  }

  private cancel(session: SessionRecord): void {
    clearTimeout(this.timers.get(session.id));
    this.timers.delete(session.id);
  }

  private step(session: SessionRecord): void {
    if (session.stopsAt !== undefined) {
      return session.stopsAt <= Date.now() ? this.finish(session, 'end_turn') : this.schedule(session);
    }
    if (session.phase === 'closing') return this.end(session);
    if (this.conduct.habits.spendLimit) return this.pause(session, 'billing');
    if (this.happens(session, 0, 'hang')) {
      session.hung = true;
      return;
    }
    if (session.budgetCents !== null && listCents(session) >= session.budgetCents) {
      return this.pause(session, 'budget');
    }
    this.think(session);
    if (this.happens(session, 1, 'refusal')) return this.finish(session, 'refusal');
    const { endsEarly } = this.conduct.habits;
    if (session.phase === 'correcting' || session.step === RESEARCH_STEPS - 1) {
      if (endsEarly === null || session.endedEarly) return this.submit(session);
      session.endedEarly = true;
      if (endsEarly === 'budget') session.budgetCents = Math.max(1, listCents(session));
      return this.pause(session, endsEarly);
    }
    this.research(session);
    session.step++;
    this.schedule(session);
  }

  /** Consumes a fault for this research step or correction. Returns true if one was armed. */
  private happens({ step, phase, task }: SessionRecord, place: number, effect: 'hang' | 'refusal'): boolean {
    if (phase === 'correcting') return this.faults.forSession(`correction_${effect}`, task) !== null;
    return step === place && this.faults.forSession(effect, task) !== null;
  }

  private think(session: SessionRecord): void {
    const dice = new Dice(briefOf(session));
    session.inputTokens += dice.between(4_000, 9_000);
    session.outputTokens += dice.between(300, 900);
    if (session.step === 0 || session.phase === 'correcting') this.emit(session, { kind: 'agent.thinking' });
  }

  private research(session: SessionRecord): void {
    if (session.step === 1) {
      session.searches++;
      this.use(session, { note: 'web_search' });
    } else if (session.step === 2) {
      const found = new Set(foundBy(session));
      for (const url of triedBy(session))
        this.use(session, { note: 'web_fetch', url, bad: !found.has(url) || !this.web.opensForAgents(url) });
    } else if (session.step === 3) {
      this.emit(session, { kind: 'agent.message', note: 'Local stand-in: writing sample findings.' });
    }
  }

  /** Uses a tool that returns immediately. `bad` marks an error. */
  private use(session: SessionRecord, { bad, ...use }: Pick<Beat, 'note' | 'url' | 'bad'>): void {
    const of = session.beats.length;
    this.emit(session, { kind: 'agent.tool_use', ...use });
    this.emit(session, { kind: 'agent.tool_result', of, ...(bad && { bad }) });
  }

  private submit(session: SessionRecord): void {
    if (session.sample?.idle || this.faults.forSession('idle', session.task)) return this.finish(session, 'end_turn');
    const place = session.beats.length;
    const isTwice = session.sample?.twice && session.phase === 'researching';
    const fault = this.faults.forSession('invalid_findings', session.task);
    const isPatch = session.sample?.patches && session.phase === 'correcting';
    session.phase = 'awaiting';
    session.status = 'idle';
    const use = {
      kind: 'agent.custom_tool_use' as const,
      ...(isPatch && { patch: true }),
      ...(fault && { bad: true }),
      ...(fault?.rule && { note: fault.rule }),
    };
    this.emit(session, use);
    if (isTwice) this.emit(session, use);
    this.emit(session, { kind: 'session.status_idle', note: 'requires_action', of: place });
  }

  /** Pauses the session. The next message or a higher budget resumes it. */
  private pause(session: SessionRecord, why: EarlyEnd | 'billing'): void {
    const { error, stop } = EARLY_STOPS[why];
    session.status = 'idle';
    if (error) this.emit(session, { kind: 'session.error', note: error });
    this.emit(session, { kind: 'session.status_idle', note: stop });
  }

  private end(session: SessionRecord): void {
    this.emit(session, { kind: 'session.usage' });
    this.finish(session, 'end_turn');
  }

  private finish(session: SessionRecord, stop: string): void {
    session.phase = 'done';
    session.status = 'idle';
    this.emit(session, { kind: 'session.status_idle', note: stop });
    if (this.finished.includes(session.id)) return;
    this.finished.push(session.id);
    while (this.finished.length > this.keepFinished) this.world.sessions.delete(this.finished.shift()!);
  }

  private emit(session: SessionRecord, beat: Omit<Beat, 'at'>): void {
    session.updatedAt = Date.now();
    session.beats.push({ ...beat, at: session.updatedAt });
    this.listener(session, session.beats.length - 1);
  }
}
