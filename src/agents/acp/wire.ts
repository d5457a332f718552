// Wire: the types of the Agent Client Protocol that this folder speaks of.

export type {
  ContentBlock,
  InitializeResponse,
  McpServerStdio,
  NewSessionResponse,
  PromptResponse,
  RequestPermissionRequest as PermissionAsk,
  RequestPermissionResponse as PermissionAnswer,
  SessionConfigOption,
  SessionUpdate,
  ToolCall,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
