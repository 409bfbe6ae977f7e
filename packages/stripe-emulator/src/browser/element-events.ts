type Handler = (event?: unknown) => void;

export type ElementEvents = {
  on(type: string, handler: Handler): void;
  off(type: string, handler?: Handler): void;
  emit(type: string, event: unknown): void;
  clear(): void;
};

export function createElementEvents(): ElementEvents {
  const handlers = new Map<string, Set<Handler>>();
  const of = (type: string) => handlers.get(type) ?? new Set<Handler>();
  return {
    on(type, handler) {
      handlers.set(type, of(type).add(handler));
    },
    off(type, handler) {
      if (handler === undefined) handlers.delete(type);
      else of(type).delete(handler);
    },
    emit(type, event) {
      for (const handler of of(type)) handler(event);
    },
    clear: () => handlers.clear(),
  };
}
