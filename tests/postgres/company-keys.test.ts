import { expect, test } from 'bun:test'
import { migratedDatabase, openDatabase } from '../postgres-databases'

/** Unique keys without the company, so that companies cannot yet live in several databases. */
const withoutCompany = {
  // The company is not known before the row is found.
  'connections (tokenHash)': 'a program signs in with the token of a number',
  'api_keys (keyHash)': 'a program signs in with its key',
  'invitations (tokenHash)': 'the link names the invitation only',
  'passkeys (credentialId)': 'a passkey signs in',
  'tokens (refreshHash)': 'a cookie signs in',
  'users (email)': 'a person signs in with the address only',
  'charges (txid)': 'the payment service names its charge only',
  'charges (e2eId)': 'a payment pays one charge in the installation',
  'push_subscriptions (endpointHash)': 'a browser belongs to the person who uses it last',
  // Older keys, which a change of the table on SQLite would copy.
  'chats (uuid)': 'random',
  'tickets (uuid)': 'random',
  'reactions (messageId, sender)': 'the message has the company',
}

const text = `select t.relname || ' (' || (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = t.oid and a.attnum = any(i.indkey)) || ')' as key
  from pg_index i join pg_class t on t.oid = i.indrelid
  join pg_attribute c on c.attrelid = t.oid and c.attname = 'companyId'
  where i.indisunique and not i.indisprimary and t.relnamespace = 'public'::regnamespace
    and not c.attnum = any(i.indkey)`

test('each unique key of a table of companies names the company, or is listed with its reason', async () => {
  const store = await openDatabase(await migratedDatabase())
  const keys = (await store.read.all(text, [])) as { key: string }[]
  expect(keys.map(({ key }) => key).sort()).toEqual(Object.keys(withoutCompany).sort())
})
