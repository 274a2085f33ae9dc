import { serveParsers } from './core/parsers/serve'

/** Worker that parses untrusted bytes (parsers.ts); an entry point of build.ts. */
serveParsers({
  'media.identify': async () => (await import('./features/media/type-parser')).identifyMedia,
  'voice.read': async () => (await import('./features/media/voice-parser')).readVoice,
  'picture.shrink': async () => (await import('./features/media/picture-parser')).shrinkPicture,
  'page.read': async () => (await import('./features/messages/page-facts')).readPageFacts,
  'flow.replay': async () => (await import('./features/flow-replays/replay-parser')).replayFlow,
  'flow.read': async () => (await import('./features/flow-files/flow-file-parser')).parseFlowFile,
  'spreadsheet.read': async () => (await import('./features/contacts/spreadsheet-parser')).parseSpreadsheet,
})
