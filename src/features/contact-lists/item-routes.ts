import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../core/http/schemas'
import { Deleted, documentResponse } from '../openapi/model'
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

/** People of a list (specification, part 2 §7). */
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
      body: t.Partial(ContactListItemPatch, atLeastOneField),
      response: ContactListItem,
    })
    .delete('/:id', ({ scope, params }) => deleteItem(scope, params.id), {
      can: 'contact:delete',
      plan,
      params,
      response: Deleted,
    })
