/** Limits enforced by the server and shown by the interface. */
export const limits = {
  name: { min: 2, max: 50 },
  /** Names of people and groups on WhatsApp (push names). */
  whatsappName: { max: 100 },
  email: { max: 254 },
  /** Open invitations of a company, and queues of one. */
  invitations: 100,
  invitationQueues: 500,
  /** Saved filters of the ticket lists per user, and ids in one list of a filter. */
  ticketViews: 20,
  ticketViewIds: 50,
  ticketViewName: { max: 40 },
  /** Saved reports of one author and of a company, and recipients of one. */
  savedReports: 50,
  companyReports: 500,
  savedReportName: { max: 60 },
  reportRecipients: 50,
  /** Starred messages of one user. */
  stars: 1000,
  password: { min: 5, max: 50, superMin: 12 },
  /** Highest minimum length that the provider or a company may require of new passwords. */
  passwordMinimum: { max: 32 },
  passkeyName: { min: 1, max: 50 },
  /** Passkeys of one user. */
  passkeys: 10,
  /** New password after a reset, and the reset code. */
  resetPassword: { min: 8, max: 50 },
  resetCode: { max: 20 },
  /** One message of the messages API. */
  apiBody: { max: 4096 },
  apiFiles: 5,
  apiFile: 16 * 1024 * 1024,
  apiForm: 81 * 1024 * 1024,
  fileListName: { min: 3, max: 100 },
  fileListMessage: { min: 1, max: 4096 },
  fileOptionName: { min: 1, max: 100 },
  fileOptions: 20,
  phone: { max: 11 },
  contactNumber: { min: 8, max: 15 },
  extraName: { max: 50 },
  extraValue: { max: 500 },
  extraInfo: 30,
  /** Rows of one POST /contacts/upload, and its bytes. */
  importRows: 5000,
  importBody: 5 * 1024 * 1024,
  /** Days in which a merge of contacts can be undone. */
  mergeUndoDays: 30,
  contactListName: { min: 2, max: 50 },
  /** Number of a list's person as typed, with separators. */
  /** A number as people write it, with what stands around it. */
  typedNumber: { min: 1, max: 300 },
  /** People of one list of contacts. */
  listItems: 200_000,
  /** Columns of a file of people that are read, A to IV: address books have a hundred. */
  listColumns: 256,
  /** Variables of a list, which its imports bring. */
  listVariables: 100,
  /** File of people: bytes, and unpacked bytes of a sheet. */
  listFile: 16 * 1024 * 1024,
  listFileUnpacked: 160 * 1024 * 1024,
  erasureReason: { max: 200 },
  /** Company file: bytes, members, and bytes of one line. */
  companyFile: 16 * 1024 * 1024 * 1024,
  companyMembers: 5_000_000,
  companyLine: 16 * 1024 * 1024,
  /** Open sockets of one person, over all tabs and devices. */
  sockets: 100,
  connectionName: { min: 2, max: 50 },
  /** Holidays of one table of opening hours. */
  holidays: 100,
  holidayName: { max: 50 },
  /** Prompts of one company. */
  prompts: 100,
  promptName: { min: 5, max: 100 },
  promptText: { min: 50, max: 16_000 },
  promptTokens: { min: 1, max: 4096 },
  promptMessages: { min: 1, max: 50 },
  promptQuestion: { max: 1000 },
  modelName: { max: 100 },
  serviceKey: { max: 500 },
  serviceUrl: { max: 300 },
  /** Region of a speech resource, such as `brazilsouth`. */
  speechRegion: { max: 40 },
  /** Millionths of a US dollar for a million tokens. */
  tokenPrice: { max: 10_000_000_000 },
  optionTitle: { min: 1, max: 50 },
  /** Text that chooses an option: `1` or a word. */
  option: { min: 1, max: 20 },
  /** Options of one queue, and of one menu. */
  optionsPerQueue: 500,
  optionsPerMenu: 50,
  flowName: { min: 2, max: 50 },
  flowNote: { max: 500 },
  /** Text of a Pix code that a ready-made flow sends. */
  pixCode: { max: 512 },
  /** Phrases of one company that start flows; all of a connection are compared with each message. */
  phrases: 500,
  phraseName: { min: 2, max: 50 },
  flowPhrase: { min: 1, max: 200 },
  /** Bytes of one exported flow, and of the files inside of it before their encoding. */
  flowFile: 48 * 1024 * 1024,
  flowFileMedia: 32 * 1024 * 1024,
  /** Nodes and edges of one flow. */
  flowNodes: 200,
  flowEdges: 2000,
  /** Past runs of one replay. */
  replayedRuns: 500,
  /** Test cases of one flow. */
  flowCases: 50,
  flowCaseName: { max: 100 },
  /** Characters of a test case's conversation as JSON. */
  flowRecording: 65_536,
  /** Files of one upload for a content node. */
  flowUploads: 10,
  integrationName: { min: 2, max: 50 },
  projectName: { max: 100 },
  /** Characters of a service account's JSON key; Google's has about 2,400. */
  jsonContent: { max: 20_000 },
  url: { max: 2000 },
  webhookName: { min: 2, max: 50 },
  webhooks: 20,
  apiKeyName: { min: 2, max: 50 },
  apiKeys: 50,
  /** Answers of programs that wait for a person, in one conversation. */
  openProposals: 5,
  /** Characters of one text that tools of the MCP server take and return: WhatsApp's largest automatic texts have as many. */
  mcpText: 4096,
  /** Addresses and networks from which one key is accepted. */
  apiKeyAddresses: 20,
  /** Rows of the delivery log of one receiver, of each final state. */
  deliveriesKept: 5000,
  /** Requests of one company that wait; beyond it a receiver gets no more than its share of them. */
  deliveriesWaiting: 100_000,
  typebotSlug: { max: 100 },
  typebotKeyword: { max: 50 },
  /** Milliseconds of typing before a message. */
  typebotDelay: { max: 10_000 },
  queueOrder: { max: 100_000 },
  /** Minutes; the maximum is a week. */
  minutes: { max: 10_080 },
  botQueues: { max: 100 },
  provider: { max: 50 },
  messageBody: { max: 65_536 },
  caption: { max: 1024 },
  /** Automatic texts, such as the one sent when a ticket is accepted. */
  automaticText: { max: 4096 },
  /** Macros of a company, and their parts. */
  macros: { max: 30, size: 60_000 },
  macroName: { max: 50 },
  macroKeys: { max: 20 },
  macroActions: { max: 10 },
  /** Bytes of a sticker. */
  sticker: 1024 * 1024,
  /** Name or address of a location that is sent. */
  locationName: { max: 500 },
  /** Outcome of a closed ticket, and all of a company's. */
  outcome: { max: 80 },
  outcomes: { max: 2000 },
  search: { max: 200 },
  pageNumber: { max: 100_000 },
  /** Cursor of a page of names: 200 characters folded into up to three times as many, and an id. */
  nameCursor: { max: 700 },
  /** Days of one dashboard period. */
  dashboardDays: { max: 366 },
  /** Points older than 90 days are deleted. */
  healthDays: { max: 90 },
  pauseDays: { max: 31 },
  emoji: { max: 32 },
  /** Messages of one repetition that ends after a number. */
  scheduleRepeats: 999,
  chatTitle: { min: 1, max: 50 },
  chatMessage: { max: 4096 },
  pushEndpoint: { max: 1000 },
  /** Members of one internal chat. */
  chatUsers: 256,
  tagName: { min: 3, max: 50 },
  /** Tags of one company, and of one ticket. */
  tags: 5000,
  tagsPerTicket: 50,
  /** Tickets pinned by one person. */
  pins: 10,
  /** Open minutes of a queue's target: 60 days of 24 hours. */
  targetMinutes: { max: 86_400 },
  /** Open tickets of one user in a queue that distributes. */
  agentLimit: { max: 500 },
  /** Waiting tickets on the page of the team. */
  teamTickets: 50,
  /** Mentions in one note. */
  noteMentions: 50,
  /** Unseen mentions listed for one person. */
  unseenMentions: 50,
  shortcode: { min: 1, max: 50 },
  quickMessage: { min: 0, max: 4096 },
  task: { max: 500 },
  campaignName: { min: 2, max: 50 },
  /** One of the five texts of a campaign. */
  campaignMessage: { max: 4096 },
  /** Later messages of a campaign, and hours between two of them; answers count for 30 days. */
  /** Recipients and people of the list in the answer of GET /campaigns/{id}. */
  campaignRows: 1000,
  campaignSteps: 3,
  campaignStepHours: { min: 1, max: 720 },
  /** Highest cap of messages an hour or a day that a company may set. */
  campaignCap: { max: 100_000 },
  /** Variables of a company's campaigns: their number, and characters of key and value. */
  campaignVariable: { count: 50, key: 30, value: 1000 },
  /** Reason of a person who enters or removes an opt-out, and numbers of one import. */
  optOutReason: { min: 2, max: 200 },
  optOutImport: 5000,
  scheduleBody: { min: 5, max: 4096 },
  note: { min: 2, max: 4000 },
  /** Invoice: text, and price in cents. */
  invoiceDetail: { min: 2, max: 100 },
  cents: { min: 1, max: 100_000_000 },
  /** Payer: name and address. */
  payerName: { min: 2, max: 60 },
  payerAddress: { min: 2, max: 120 },
  zipcode: { min: 3, max: 10 },
  /** Pix code: limits set by Banco Central. */
  pixKey: { min: 5, max: 77 },
  pixName: { min: 2, max: 25 },
  pixCity: { min: 2, max: 15 },
  /** Characters of a client id or secret of a payment service, and of a certificate in base64. */
  credential: { max: 200 },
  certificate: { max: 60_000 },
  /** Tickets and contacts one message is forwarded to at once. */
  forwardTo: { max: 20 },
  idempotencyKey: { max: 255 },
  companyName: { min: 2, max: 100 },
  planName: { min: 2, max: 50 },
  /** Devices of one user at the same time, in a plan. */
  planDevices: { min: 1, max: 10 },
  /** Users, connections or queues that a plan may allow. */
  planCount: { min: 0, max: 100_000 },
  /** Cents. */
  price: { max: 100_000_000 },
  /** Look of the product: letters of its texts, and of a picture in base64, 600 kB as a file. */
  look: { name: 30, supportText: 120, supportEmail: 100, supportPhone: 30, supportUrl: 300, picture: 819_200 },
  helpTitle: { min: 2, max: 100 },
  helpVideo: { max: 100 },
  helpDescription: { max: 1000 },
  announcementTitle: { min: 1, max: 100 },
  announcementText: { min: 1, max: 5000 },
  /** Bytes of an announcement's picture. */
  announcementCompanies: 500,
  announcementPicture: 5 * 1024 * 1024,
  /** Letters of the reason of a cancellation. */
  cancelReason: { min: 3, max: 500 },
  /** Bytes of the receipt of a payment, and letters of the reason for which it is not accepted. */
  receipt: 5 * 1024 * 1024,
  claimRefusal: { min: 3, max: 300 },
  supportReason: { min: 5, max: 300 },
  /** Minutes of one support visit of the provider. */
  supportMinutes: { min: 1, max: 60 },
  timeZone: { max: 64 },
  fileName: { max: 200 },
  /** Bytes of a JSON body, and of the body of a public route. */
  json: 1024 * 1024,
  strangersBody: 16 * 1024,
  /** Bytes of one message as JSON or multipart; larger files use the streaming upload. */
  body: 25 * 1024 * 1024,
  /** Bytes of a file in a multipart form: the body limit minus the form's own bytes. */
  uploadedForm: 24 * 1024 * 1024,
  /** Maximum file size: bytes of the largest file that is uploaded, received or sent. */
  media: 64 * 1024 * 1024,
  /** Seconds of a recording that is converted to a voice note; a longer one is sent as a sound. */
  convertedVoice: 900,
  /** Bytes of a voice note: an hour of speech, and WhatsApp's limit for audio. */
  voiceFile: 16 * 1024 * 1024,
  filesPerMessage: 10,
  /** Contacts found by a search are counted up to this number. */
  countedContacts: 10_000,
  /** Quick messages suggested while writing. */
  offered: 1000,
  /** Seconds; shorter recordings are discarded as accidental taps. */
  voiceMinimum: 0.7,
} as const

/** Undo seconds: choices of the time in which a person can take a sent message back; 0 sends at once. */
export const undoChoices = [0, 3, 5, 10] as const

export const pageSizes = { tickets: 40, messages: 20, contacts: 30, board: 500, other: 20 } as const

/** Minutes before the due time of a target from which a ticket counts as due soon. */
export const dueSoonMinutes = 15
