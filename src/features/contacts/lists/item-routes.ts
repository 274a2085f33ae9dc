import { Elysia } from 'elysia'
import { Deleted, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { createItem, deleteItem, updateItem } from './items'
import {
  ContactListItem,
  ContactListItemInput,
  ContactListItemPage,
  ContactListItemPatch,
  ContactListItemQuery,
} from './model'
import { getItem, listItems } from './read-items'

const plan = 'useCampaigns'
const access = { can: 'campaign:edit', plan } as const

export const contactListItemRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contact-list-items' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listItems(scope, query), {
      ...access,
      query: ContactListItemQuery,
      detail: documentResponse(ContactListItemPage),
    })
    .get('/:id', ({ scope, params }) => getItem(scope, params.id), { ...access, params, response: ContactListItem })
    .post('/', ({ scope, body }) => createItem(scope, body), {
      ...access,
      body: ContactListItemInput,
      response: ContactListItem,
    })
    .put('/:id', ({ scope, params, body }) => updateItem(scope, params.id, body), {
      ...access,
      params,
      body: changeOf(ContactListItemPatch),
      response: ContactListItem,
    })
    .delete('/:id', ({ scope, params }) => deleteItem(scope, params.id), {
      can: 'campaign:delete',
      plan,
      params,
      response: Deleted,
    })
