import type { Database } from '../../prisma/client';

/** A change of the builds that new work starts on. */
export interface RoutingEvent {
  action: string;
  at: Date;
  /** The build that was current after it; null for workers without a version. */
  current: unknown;
}

/** The newest such change that an operator made; null if none was made. */
export async function lastRouting(db: Database): Promise<RoutingEvent | null> {
  const event = await db.prisma.auditEvent.findFirst({
    where: { action: { startsWith: 'deployment.', not: 'deployment.moved' } },
    orderBy: { id: 'desc' },
  });
  if (!event) return null;
  const { action, at, after } = event;
  return { action, at, current: (after as { current?: unknown } | null)?.current };
}
