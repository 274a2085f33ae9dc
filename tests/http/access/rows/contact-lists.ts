import { listForm } from '../request-parts'
import { admins, type Row } from '../row'

const person = { name: 'Nova', number: '(11) 97777-6666' }

export const contactListsRows: Record<string, Row> = {
  'GET /api/contact-lists': { own: admins, queriesWithId: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/contact-lists/list': { own: admins },
  'GET /api/contact-lists/:id': { own: admins, pathId: 'contactList' },
  'POST /api/contact-lists': { own: admins, body: () => ({ name: 'Nova lista' }) },
  'PUT /api/contact-lists/:id': { own: admins, pathId: 'contactList', body: () => ({ name: 'Outro nome' }) },
  'DELETE /api/contact-lists/:id': { own: admins, pathId: 'contactList' },
  'GET /api/contact-list-items': {
    own: admins,
    queriesWithId: { contactListId: ({ contactList }) => `contactListId=${contactList}` },
  },
  'GET /api/contact-list-items/:id': { own: admins, pathId: 'contactListItem' },
  'POST /api/contact-list-items': {
    own: admins,
    body: ({ contactList }) => ({ ...person, contactListId: contactList }),
    bodiesWithId: { contactListId: (_, { contactList }) => ({ ...person, contactListId: contactList }) },
  },
  'PUT /api/contact-list-items/:id': { own: admins, pathId: 'contactListItem', body: () => ({ name: 'Outro nome' }) },
  'DELETE /api/contact-list-items/:id': { own: admins, pathId: 'contactListItem' },
  'GET /api/contact-lists/sample': { own: admins },
  'GET /api/contact-lists/:id/imports': { own: admins, pathId: 'contactList' },
  'POST /api/contact-lists/:id/upload': { own: admins, pathId: 'contactList', form: listForm },
  'PUT /api/contact-list-imports/:id': {
    own: admins,
    pathId: 'contactImport',
    body: () => ({ sheet: 0, heading: 1, columns: ['name', 'number'] }),
  },
  'GET /api/contact-list-imports/:id': { own: admins, pathId: 'contactImport' },
  // The import has no file: the refusals of others come before it is looked for.
  'PUT /api/contact-list-imports/:id/preview': {
    own: [403, 403, 403, 404],
    pathId: 'contactImport',
    body: () => ({ sheet: 0 }),
  },
  'POST /api/contact-list-imports/:id/cancel': { own: admins, pathId: 'contactImport' },
  'GET /api/contact-list-imports/:id/errors': { own: admins, pathId: 'contactImport' },
  'POST /api/contact-lists/from': {
    own: admins,
    body: ({ tag }) => ({ name: 'Da etiqueta', tagId: tag }),
    bodiesWithId: {
      tagId: (_, { tag }) => ({ name: 'Da etiqueta', tagId: tag }),
      campaignId: (_, { campaign }) => ({ name: 'Da campanha', campaignId: campaign }),
    },
  },
  'GET /api/contact-lists/:id/check': { own: admins, pathId: 'contactList' },
  'POST /api/contact-lists/:id/check': {
    own: admins,
    pathId: 'contactList',
    body: () => ({}),
    bodiesWithId: { whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }) },
  },
  'POST /api/number-checks/:id/cancel': { own: admins, pathId: 'numberCheck' },
}
