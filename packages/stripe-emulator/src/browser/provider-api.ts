export type ApiResult = { data: ApiObject } | { error: ApiError };
export type ApiObject = { id: string; status?: string; [field: string]: unknown };
export type ApiError = { type: string; message: string; code?: string; [field: string]: unknown };

export type ProviderApi = {
  post(path: string, params: Record<string, string>): Promise<ApiResult>;
  get(path: string, params: Record<string, string>): Promise<ApiResult>;
};

/** Creates the browser's API client: it sends the publishable key and form bodies, and never cookies. */
export function createProviderApi(baseUrl: string, publishableKey: string): ProviderApi {
  const call = async (url: URL, body: URLSearchParams | null): Promise<ApiResult> => {
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        body,
        credentials: 'omit',
        referrerPolicy: 'origin',
      });
      const answer: unknown = await response.json();
      return readAnswer(answer);
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
        },
      };
    }
  };

  return {
    post: (path, params) =>
      call(new URL(path, baseUrl), new URLSearchParams({ ...params, key: publishableKey })),
    get(path, params) {
      const url = new URL(path, baseUrl);
      url.search = new URLSearchParams({ ...params, key: publishableKey }).toString();
      return call(url, null);
    },
  };
}

function readAnswer(answer: unknown): ApiResult {
  if (isRecord(answer) && isError(answer['error'])) return { error: answer['error'] };
  if (isRecord(answer) && isObject(answer)) return { data: answer };
  return { error: { type: 'api_error', message: 'The payment provider gave no readable answer.' } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isObject = (value: Record<string, unknown>): value is ApiObject =>
  typeof value['id'] === 'string' || typeof value['outcome'] === 'string';

const isError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value['message'] === 'string';
