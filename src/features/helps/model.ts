import { type Static, t } from 'elysia'
import { something } from '../../core/http/http'
import { limits } from '../../shared/limits'

/** A video that explains something; `video` is its code at YouTube. */
export const Help = t.Object({
  id: t.Number(),
  title: t.String(),
  video: t.String(),
  description: t.String(),
  updatedAt: t.String(),
})
export type Help = Static<typeof Help>

/** The video may be given by its code or by any address of it. */
export const HelpInput = t.Object({
  title: t.String({ minLength: limits.helpTitle.min, maxLength: limits.helpTitle.max }),
  video: t.String({ minLength: 1, maxLength: limits.helpVideo.max }),
  description: t.Optional(t.String({ maxLength: limits.helpDescription.max })),
})
export type HelpInput = Static<typeof HelpInput>
export const HelpChange = t.Partial(HelpInput, something)
export type HelpChange = Static<typeof HelpChange>
