/**
 * Definitions of the figures that count conversations in reports (docs/adr/0150). The counters and tables of the
 * dashboard, their exports and the lists of conversations behind a figure use the same ones; a test compares them.
 */

/** Figures of a period: each counts the attendances whose time lies in the period and that have what it requires. */
export const periodFigures = {
  /** Began in the period. */
  began: { at: 'createdAt' },
  finished: { at: 'finishedAt' },
  /** Finished; a next answer came after its target. */
  late: { at: 'finishedAt', requires: 'late' },
  rated: { at: 'finishedAt', requires: 'rate' },
  /** Left to people by the robot. */
  robot: { at: 'botEndedAt', requires: 'wait' },
  /** Accepted by a person. */
  waited: { at: 'startedAt', requires: 'wait' },
  /** Answered for the first time. */
  answered: { at: 'firstResponseAt', requires: 'wait' },
  /** Finished after a person had accepted it. */
  served: { at: 'finishedAt', requires: 'service' },
} as const satisfies Record<string, { at: FigureTime; requires?: 'late' | 'rate' | 'wait' | 'service' }>

type FigureTime = 'createdAt' | 'startedAt' | 'firstResponseAt' | 'botEndedAt' | 'finishedAt'
export type PeriodFigure = keyof typeof periodFigures
export const periodFigureNames = Object.keys(periodFigures) as PeriodFigure[]

/**
 * Figures of this moment, with their list of tickets (shared/ticket-lists.ts); `late` are the tickets past the due time of
 * a target, as on the page of the live team.
 */
export const liveFigures = { happening: 'all', pending: 'waiting', withRobot: 'robot', lateNow: 'late' } as const
export type LiveFigure = keyof typeof liveFigures
export const liveFigureNames = Object.keys(liveFigures) as LiveFigure[]

export const isLiveFigure = (name: PeriodFigure | LiveFigure): name is LiveFigure => name in liveFigures

/** Divisions of a report, each with the field of a query that names one part. */
export const reportParts = {
  queue: 'queueId',
  person: 'userId',
  tag: 'tagId',
  number: 'whatsappId',
  campaign: 'campaignId',
} as const
export type ReportPart = keyof typeof reportParts
export const reportPartNames = Object.keys(reportParts) as ReportPart[]
