import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { ContactInput, ContactQuery } from './model'
import { createContact, deleteContact, getContact, listContacts, updateContact } from './service'

export const contactRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listContacts(scope, query), { auth: true, query: ContactQuery })
    .post('/', ({ scope, body }) => createContact(scope, body), { auth: true, body: ContactInput })
    .get('/:id', ({ scope, params }) => getContact(scope, params.id), { auth: true, params })
    .put('/:id', ({ scope, params, body }) => updateContact(scope, params.id, body), {
      auth: true,
      params,
      body: t.Partial(ContactInput, something),
    })
    .delete('/:id', ({ scope, params }) => deleteContact(scope, params.id), { can: 'contact:delete', params })
