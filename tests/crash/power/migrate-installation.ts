import { openDatabase } from '../../../src/database'

/** Opens the database of a data directory as the product does at its start, which migrates it: migrate-installation DIR */
const store = await openDatabase(process.argv[2] as string)
await store.close()
