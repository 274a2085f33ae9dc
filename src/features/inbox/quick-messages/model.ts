import { type Static, t } from 'elysia'
import { pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** A quick message in responses and events. */
export const QuickMessage = t.Object({
  id: t.Number(),
  /** Without the leading slash. */
  shortcode: t.String(),
  message: t.String(),
  /** True for the whole company. */
  geral: t.Boolean(),
  /** False keeps it without offering it. */
  status: t.Boolean(),
  userId: t.Nullable(t.Number()),
  userName: t.String(),
  isMedia: t.Boolean(),
  /** The file's id, to be sent as one of `mediaIds`. */
  mediaId: t.Nullable(t.String()),
  mediaName: t.Nullable(t.String()),
  mediaType: t.Nullable(t.String()),
  mediaSize: t.Nullable(t.Number()),
  /** Signed URL, valid for one hour. */
  mediaPath: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type QuickMessage = Static<typeof QuickMessage>

export const QuickMessageInput = t.Object({
  /** A leading slash is accepted and not stored. */
  shortcode: t.String({ minLength: limits.shortcode.min, maxLength: limits.shortcode.max, pattern: '^/?[^\\s/]+$' }),
  /** Empty for a reply that is a file alone. */
  message: t.Optional(t.String({ maxLength: limits.quickMessage.max })),
  /** Says that a file is uploaded next: only then may a reply without a file have no text. */
  isMedia: t.Optional(t.Boolean()),
  geral: t.Optional(t.Boolean()),
  status: t.Optional(t.Boolean()),
})
export type QuickMessageInput = Static<typeof QuickMessageInput>

/** `all` adds the company's to the user's own. `cursor` is `next` of the previous page; `pageNumber` is for scripts. */
export const QuickMessageQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  all: t.Optional(t.BooleanString()),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type QuickMessageQuery = Static<typeof QuickMessageQuery>
