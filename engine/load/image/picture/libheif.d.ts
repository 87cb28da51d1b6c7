/**
 * Types for the parts of libheif-js's WebAssembly build that Proviso uses, because the package has no types for that
 * build. Importing the build loads the WebAssembly.
 */
declare module 'libheif-js/wasm-bundle.js' {
  /** A WebAssembly object that is only compared, never inspected. */
  type Handle = object;
  type Outcome = { code: Handle };

  const libheif: {
    heif_error_code: { heif_error_Ok: Handle };
    heif_colorspace: { heif_colorspace_undefined: Handle; heif_colorspace_RGB: Handle };
    heif_chroma: { heif_chroma_undefined: Handle; heif_chroma_interleaved_RGBA: Handle };
    heif_channel: { heif_channel_Y: Handle; heif_channel_interleaved: Handle };
    heif_context_alloc(): Handle;
    heif_context_free(context: Handle): void;
    heif_context_read_from_memory(context: Handle, bytes: Uint8Array): Outcome;
    heif_js_context_get_list_of_top_level_image_IDs(context: Handle): unknown;
    heif_js_context_get_image_handle(context: Handle, id: number): Handle | Outcome;
    heif_image_handle_release(image: Handle): void;
    heif_js_decode_image2(image: Handle, colours: Handle, chroma: Handle): unknown;
    heif_image_release(decoded: Handle): void;
  };
  export default libheif;
}
