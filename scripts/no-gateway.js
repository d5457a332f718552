// Stands in for `@ai-sdk/gateway` in the bundle. The AI SDK would send a prompt there whenever a model is given as a mere name;
// parley always gives it a provider, and what it ships should not hold the address of a network that nobody chose.

export const gateway = undefined
export const createGateway = undefined
export const GatewayError = { isInstance: () => false }
export const GatewayAuthenticationError = { isInstance: () => false }
