//! Points tauri to the folders of capabilities and permissions.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const CAPABILITIES: &str = "src-tauri/shell/capabilities/**/*.json";
    const PERMISSIONS: &str = "src-tauri/shell/permissions/**/*.toml";
    println!("cargo::rerun-if-changed=src-tauri/shell/capabilities");
    println!("cargo::rerun-if-changed=src-tauri/shell/permissions");
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern(CAPABILITIES)
        .app_manifest(tauri_build::AppManifest::new().permissions_path_pattern(PERMISSIONS));
    Ok(tauri_build::try_build(attributes)?)
}
