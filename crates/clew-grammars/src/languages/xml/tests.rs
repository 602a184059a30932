//! What is extracted from XML.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn elements_by_id_and_name() {
    check_facts(
        "xml",
        include_str!("fixture.xml"),
        expect![[r#"
        key beans 4-14 public
        variable beans.store 5-8 public
        variable beans.store.größe 6-6 public
        key beans.store.deep-one 7-7 public
        key beans.import 9-9 public
        key beans.servlet 10-10 public
        key beans.servlet.main 10-10 public
        key beans.second 11-11 public
        key beans.open 13-14 public
        key beans.open.later 13-14 public
    "#]],
    );
}

#[test]
fn maven() {
    check_facts(
        "xml",
        include_str!("pom.xml"),
        expect![[r#"
        key project 2-20 public
        key project.parent 4-4 public
        module project.shop 5-5 public
        key project.properties 6-8 public
        variable project.properties.junit.version 7-7 public
        key project.modules 9-11 public
        key project.dependencies 12-18 public
        key project.build 19-19 public
        import 4 com.acme:parent Module as parent
        import 10 core SideEffect
        import 15 org.junit:junit Module as junit
        import 19 maven-jar-plugin Module as maven-jar-plugin
        16:18 read junit.version -> project.properties.junit.version@7 in project.dependencies
    "#]],
    );
}

#[test]
fn builds_and_schemas() {
    check_facts(
        "xml",
        r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>
  <ItemGroup><PackageReference Include="Serilog" Version="3" /></ItemGroup>
  <Target Name="Pack" DependsOnTargets="Build;Test" />
</Project>"#,
        expect![[r#"
            key Project 1-5 public
            variable Project.TargetFramework 2-2 public
            function Project.Pack 4-4 public
            import 3 Serilog Module as Serilog
            4:41 call Build free in Project.Pack
            4:47 call Test free in Project.Pack
        "#]],
    );
    check_facts(
        "xml",
        r#"<project name="shop"><target name="clean"/><target name="jar" depends="clean, jar"/></project>"#,
        expect![[r#"
            key shop 1-1 public
            function shop.clean 1-1 public
            function shop.jar 1-1 public
            1:72 call clean -> shop.clean@1 in shop.jar
            1:79 call jar -> shop.jar@1 in shop.jar
        "#]],
    );
    check_facts(
        "xml",
        r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:complexType name="Item"><xs:sequence><xs:element name="tag" type="Tag"/></xs:sequence></xs:complexType>
<xs:simpleType name="Tag"/>
</xs:schema>"#,
        expect![[r#"
            key schema 1-4 public
            class schema.Item 2-2 public
            field schema.Item.tag 2-2 public
            type schema.Tag 3-3 public
            2:71 type Tag -> schema.Tag@3 in schema.Item.tag
        "#]],
    );
}

#[test]
fn namespaces_entities_and_cdata() {
    check_symbols(
        "xml",
        r###"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "<item id='nope'/>">]>
<a:root xmlns:a="urn:x" xmlns="urn:d"><a:item a:id="notid" id="one">x</a:item><item name="two"><![CDATA[<item id="nope"/>]]></item><!-- <item id="nope"/> --><item xml:id="three"/></a:root>
"###,
        expect![[r#"
            key root 2-2 public
            key root.one 2-2 public
            key root.two 2-2 public
            key root.three 2-2 public
        "#]],
    );
}

#[test]
fn modules_and_managed_dependencies_of_maven() {
    check_facts(
        "xml",
        r###"<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<parent><groupId>g</groupId><artifactId>par</artifactId><version>1</version></parent>
<artifactId>me</artifactId><properties><java.version>17</java.version></properties>
<modules><module>a</module><module>b</module></modules>
<!-- <dependency><artifactId>nope</artifactId></dependency> -->
<dependencyManagement><dependencies><dependency><groupId>x</groupId><artifactId>managed</artifactId><version>${java.version}</version></dependency></dependencies></dependencyManagement>
<dependencies><dependency><groupId>org.y</groupId><artifactId>dep</artifactId><exclusions><exclusion><artifactId>ex</artifactId></exclusion></exclusions></dependency></dependencies>
<build><plugins><plugin><artifactId>plug</artifactId></plugin></plugins></build>
<profiles><profile><id>prof</id></profile></profiles></project>
"###,
        expect![[r#"
            key project 2-10 public
            key project.parent 3-3 public
            module project.me 4-4 public
            key project.properties 4-4 public
            variable project.properties.java.version 4-4 public
            key project.modules 5-5 public
            key project.dependencyManagement 7-7 public
            key project.dependencies 8-8 public
            key project.build 9-9 public
            key project.profiles 10-10 public
            key project.profiles.prof 10-10 public
            import 3 g:par Module as par
            import 5 a SideEffect
            import 5 b SideEffect
            import 7 x:managed Module as managed
            import 8 org.y:dep Module as dep
            import 9 plug Module as plug
            7:112 read java.version -> project.properties.java.version@4 in project.dependencyManagement
        "#]],
    );
}

#[test]
fn ids_of_android_and_properties_of_several_lines() {
    check_symbols(
        "xml",
        r#"<LinearLayout xmlns:android="a"><View android:id="@+id/box"/><View android:id="@id/old"/></LinearLayout>"#,
        expect![[r#"
            key LinearLayout 1-1 public
            key LinearLayout.box 1-1 public
            key LinearLayout.old 1-1 public
        "#]],
    );
    check_symbols(
        "xml",
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><artifactId>a</artifactId><properties><one><!-- why -->\n x;\n y\n</one></properties></project>",
        expect![[r#"
            key project 1-4 public
            module project.a 1-1 public
            key project.properties 1-4 public
            variable project.properties.one 1-3 public
        "#]],
    );
}
