import type { BodyLimits } from './core/http/body'
import { limits } from './shared/limits'

/** Paths without a login; no browser calls them without a content length. */
const publicPaths = /^\/api\/((auth|companies)\/|(forgetpassword|resetpasswords)\b)/

/**
 * Bytes a request body may have, by path; the first match decides. An upload streams to the disk and counts what it
 * writes; a message may be a form with files. `tests/http/body-limits.test.ts` fails for a rule without a route.
 */
export const bodyLimits: BodyLimits = {
  rules: [
    { path: /^\/api\/companies\/import$/, max: limits.companyFile },
    { path: publicPaths, max: limits.strangersBody },
    { path: /^\/api\/flowbuilder\/import$/, max: limits.flowFile },
    { path: /^\/api\/.*\/media-upload$/, max: limits.body },
    { path: /^\/api\/invoices\/\d+\/claim$/, max: limits.receipt + limits.json },
    { path: /^\/api\/messages\/send$/, max: limits.apiForm },
    { path: /^\/api\/flowbuilder\/(img|audio|content)$/, max: limits.body },
    { path: /^\/api\/messages\/(flow|opt-out)$/, max: limits.json },
    { path: /^\/api\/contact-lists\/\d+\/upload$/, max: limits.listFile + limits.json },
    { path: /^\/api\/files\/uploadList\//, max: limits.body },
    { path: /^\/api\/contacts\/imports$/, max: limits.listFile + limits.json },
    { path: /^\/api\/contacts\/upload$/, max: limits.importBody },
    { path: /^\/api\/(messages|chats|schedules)\/\d+\/upload$/, max: limits.media },
    { path: /^\/api\/messages\//, max: limits.body },
  ],
  usual: limits.json,
  announced: publicPaths,
}
