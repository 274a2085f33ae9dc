import { maskNumbers } from '../../shared/mask-numbers'
import { can } from '../../shared/permissions'
import type { Viewer } from '../scope'

/** Requests of people who do not see numbers of customers. */
const hiding = new WeakSet<Request>()

/** Paths whose numbers are the company's own. */
const ownNumbers = /^\/api\/(whatsapp|whatsappsession|first-steps|connection)/

/** Notes that the answer of a request is for this person. */
export function noteReader(request: Request, viewer: Viewer) {
  if (!can(viewer, 'contact:seeNumber')) hiding.add(request)
}

/** The answer of a request, without numbers of customers if its reader does not see them (ADR 0194). */
export const withoutHiddenNumbers = <T>(request: Request, path: string, answer: T): T =>
  hiding.has(request) && !ownNumbers.test(path) ? maskNumbers(answer) : answer
