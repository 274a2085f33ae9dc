import type * as portuguese from '../pt/flow-files'

export const flowFiles: typeof portuguese.flowFiles = {
  choose: 'Choose file',
  replace: 'Replace file',
  sending: 'Sending… {{percent}}%',
  hints: {
    image: 'PNG or JPG image of up to 2 MB.',
    audio: 'OGG, OPUS or MP3 audio of up to 5 MB.',
    video: 'MP4 video of up to 20 MB.',
    document: 'PDF, Office, text or ZIP document of up to 20 MB.',
  },
  tooLarge: {
    image: 'File is too large! 2 MB at most',
    audio: 'File is too large! 5 MB at most',
    video: 'File is too large! 20 MB at most',
    document: 'The file is too large! 20MB at most',
  },
  added: {
    image: 'Image added!',
    audio: 'Audio added!',
    video: 'Content added!',
    document: 'Document added!',
  },
  noVoice:
    'WhatsApp plays only OGG with Opus as a voice message. This file is sent as ordinary audio unless it is converted.',
  convert: 'Convert',
  notConverted:
    'This browser cannot convert the file. It is sent as ordinary audio; for a voice message, upload an OGG with Opus.',
}
