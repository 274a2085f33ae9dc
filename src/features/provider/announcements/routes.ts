import { Elysia, t } from 'elysia'
import { Deleted, Done, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { Announcement, AnnouncementChange, AnnouncementInput, AnnouncementQuery } from './model'
import { getAnnouncement, listAnnouncements } from './read'
import {
  attachPicture,
  createAnnouncement,
  deleteAnnouncement,
  markSeen,
  removePicture,
  updateAnnouncement,
} from './service'

/** Options of routes of one announcement; a new object per route, because Elysia stores the guard in it. */
const routeOfOne = () => ({ super: true, params, response: Announcement }) as const

export const announcementRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/announcements' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listAnnouncements(scope, auth.platform, query), {
      auth: true,
      query: AnnouncementQuery,
      detail: documentResponse(t.Object({ records: t.Array(Announcement), ...pageFields, unread: t.Number() })),
    })
    .post('/read', ({ scope }) => markSeen(scope), { auth: true, response: Done })
    .get('/:id', ({ platform, params }) => getAnnouncement(platform, params.id), routeOfOne())
    .post('/', ({ scope, platform, body }) => createAnnouncement(scope, platform, body), {
      super: true,
      body: AnnouncementInput,
      response: Announcement,
    })
    .put('/:id', ({ scope, platform, params, body }) => updateAnnouncement(scope, platform, params.id, body), {
      ...routeOfOne(),
      body: AnnouncementChange,
    })
    .delete('/:id', ({ scope, platform, params }) => deleteAnnouncement(scope, platform, params.id), {
      super: true,
      params,
      response: Deleted,
    })
    .post(
      '/:id/media-upload',
      ({ scope, platform, params, body }) => attachPicture(scope, platform, params.id, body.file),
      {
        ...routeOfOne(),
        body: t.Object({ file: t.File() }),
      },
    )
    .delete(
      '/:id/media-upload',
      ({ scope, platform, params }) => removePicture(scope, platform, params.id),
      routeOfOne(),
    )
