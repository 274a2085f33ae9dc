import { Elysia, t } from 'elysia'
import { Deleted, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { deleteContactList } from './delete'
import { ContactList, ContactListInput, ContactListPage, ContactListQuery } from './model'
import { getContactList, listContactLists, suggestContactLists } from './read'
import { createContactList, updateContactList } from './service'

const plan = 'useCampaigns'
const access = { can: 'campaign:edit', plan } as const

/** Lists of people for campaigns. */
export const contactListRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contact-lists' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listContactLists(scope, query), {
      ...access,
      query: ContactListQuery,
      detail: documentResponse(ContactListPage),
    })
    .get('/list', ({ scope }) => suggestContactLists(scope), {
      ...access,
      detail: documentResponse(t.Array(ContactList)),
    })
    .get('/:id', ({ scope, params }) => getContactList(scope, params.id), { ...access, params, response: ContactList })
    .post('/', ({ scope, body }) => createContactList(scope, body), {
      ...access,
      body: ContactListInput,
      response: ContactList,
    })
    .put('/:id', ({ scope, params, body }) => updateContactList(scope, params.id, body), {
      ...access,
      params,
      body: ContactListInput,
      response: ContactList,
    })
    .delete('/:id', ({ scope, params }) => deleteContactList(scope, params.id), {
      can: 'campaign:delete',
      plan,
      params,
      response: Deleted,
    })
