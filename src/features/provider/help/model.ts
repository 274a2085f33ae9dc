import { type Static, t } from 'elysia'
import { changeOf, oneLine } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** A help video for every company; `video` is its YouTube id. */
export const Help = t.Object({
  id: t.Number(),
  title: t.String(),
  video: t.String(),
  description: t.String(),
  updatedAt: t.String(),
})
export type Help = Static<typeof Help>

/** `video` is a YouTube id or any URL of the video. */
export const HelpInput = t.Object({
  title: t.String({ minLength: limits.helpTitle.min, maxLength: limits.helpTitle.max, pattern: oneLine }),
  video: t.String({ minLength: 1, maxLength: limits.helpVideo.max }),
  description: t.Optional(t.String({ maxLength: limits.helpDescription.max })),
})
export type HelpInput = Static<typeof HelpInput>
export const HelpChange = changeOf(HelpInput)
export type HelpChange = Static<typeof HelpChange>
