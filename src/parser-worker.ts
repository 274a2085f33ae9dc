import { serveParsers } from './core/parsers/serve'

/** Worker that parses untrusted bytes and writes workbooks (parsers.ts); an entry point of build.ts. */
serveParsers({
  'media.identify': async () => (await import('./features/platform/media/type-parser')).identifyMedia,
  'sound.read': async () => (await import('./features/platform/media/sound-parser')).readSound,
  'voice.convert': async () => (await import('./features/platform/media/voice-conversion-parser')).convertVoice,
  'voice.read': async () => (await import('./features/platform/media/voice-parser')).readVoice,
  'picture.shrink': async () => (await import('./features/platform/media/picture-parser')).shrinkPicture,
  'look.draw': async () => (await import('./features/platform/look/picture-parser')).drawLookPictures,
  'page.read': async () => (await import('./features/inbox/messages/link/page-facts')).readPageFacts,
  'flow.fields': async () => (await import('./features/automation/flows/trial/answer-fields')).listAnswerFields,
  'flow.replay': async () => (await import('./features/automation/flows/replays/replay-parser')).replayFlow,
  'flow.read': async () => (await import('./features/automation/flows/files/flow-file-parser')).parseFlowFile,
  'contacts.sample': async () => (await import('./features/contacts/imports/file-sample-parser')).sampleContactFile,
  'contacts.read': async () => (await import('./features/contacts/imports/contact-file-parser')).parseContactFile,
  'history.shorten': async () => (await import('./whatsapp/history/history-parser')).shortenHistory,
  'workbook.write': async () => (await import('./features/inbox/dashboard/workbook-writer')).writeWorkbook,
  'company.check': async () =>
    (await import('./features/provider/data-transfer/archive/company-archive-parser')).parseCompanyArchive,
})
