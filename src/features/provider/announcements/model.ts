import { type Static, t } from 'elysia'
import { changeOf, oneLine, pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** A message of the provider to every company, or to chosen ones. Priority: 1 high, 2 medium, 3 low. `mediaPath` links to its picture. */
export const Announcement = t.Object({
  id: t.Number(),
  title: t.String(),
  text: t.String(),
  priority: t.Number(),
  status: t.Boolean(),
  mediaPath: t.Nullable(t.String()),
  mediaName: t.Nullable(t.String()),
  /** Companies to which it goes; none for all. Empty for people who do not write announcements. */
  companies: t.Array(t.Object({ id: t.Number(), name: t.String() })),
  /** When it was last made visible, or changed while visible. */
  publishedAt: t.String(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Announcement = Static<typeof Announcement>

export const AnnouncementInput = t.Object({
  title: t.String({
    minLength: limits.announcementTitle.min,
    maxLength: limits.announcementTitle.max,
    pattern: oneLine,
  }),
  text: t.String({ minLength: limits.announcementText.min, maxLength: limits.announcementText.max }),
  priority: t.Optional(t.Integer({ minimum: 1, maximum: 3 })),
  status: t.Optional(t.Boolean()),
  /** Companies to which it goes; an empty list is all. */
  companyIds: t.Optional(
    t.Array(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { maxItems: limits.announcementCompanies }),
  ),
})
export type AnnouncementInput = Static<typeof AnnouncementInput>
export const AnnouncementChange = changeOf(AnnouncementInput)
export type AnnouncementChange = Static<typeof AnnouncementChange>

export const AnnouncementQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type AnnouncementQuery = Static<typeof AnnouncementQuery>
