import { Elysia, t } from 'elysia'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { Mentions, NewNote, NoteQuery, SeenMentions, TicketNote } from './model'
import { createNote, deleteNote, listNotes } from './service'
import { listMentions, seeMentions } from './unseen-mentions'

export const noteRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/ticket-notes' })
    .use(guard(auth))
    .get('/list', ({ scope, query }) => listNotes(scope, query), {
      auth: true,
      query: NoteQuery,
      detail: documentResponse(t.Object({ notes: t.Array(TicketNote), ...pageFields })),
    })
    .get('/mentions', ({ scope }) => listMentions(scope), { auth: true, detail: documentResponse(Mentions) })
    .post('/mentions/seen', ({ scope, body }) => seeMentions(scope, body.ticketId), {
      auth: true,
      body: SeenMentions,
      detail: documentResponse(SeenMentions),
    })
    .post('/', ({ scope, body }) => createNote(scope, body), {
      auth: true,
      body: NewNote,
      detail: documentResponse(TicketNote),
    })
    .delete('/:id', ({ scope, params }) => deleteNote(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Deleted),
    })
