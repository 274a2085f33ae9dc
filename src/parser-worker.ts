import { serveParsers } from './core/parsers/serve'

/** Worker that parses untrusted bytes and writes workbooks (parsers.ts); an entry point of build.ts. */
serveParsers({
  'media.identify': async () => (await import('./features/media/type-parser')).identifyMedia,
  'voice.read': async () => (await import('./features/media/voice-parser')).readVoice,
  'picture.shrink': async () => (await import('./features/media/picture-parser')).shrinkPicture,
  'page.read': async () => (await import('./features/messages/page-facts')).readPageFacts,
  'flow.replay': async () => (await import('./features/flow-replays/replay-parser')).replayFlow,
  'flow.read': async () => (await import('./features/flow-files/flow-file-parser')).parseFlowFile,
  'list.start': async () => (await import('./features/contact-imports/list-file-parser')).readFileStart,
  'list.read': async () => (await import('./features/contact-imports/list-file-parser')).parseContactFile,
  'history.shorten': async () => (await import('./whatsapp/history/history-parser')).shortenHistory,
  'workbook.write': async () => (await import('./features/dashboard/workbook-writer')).writeWorkbook,
  'company.check': async () => (await import('./features/data-transfer/company-archive-parser')).parseCompanyArchive,
  'spreadsheet.read': async () => (await import('./features/contacts/spreadsheet-parser')).parseSpreadsheet,
})
